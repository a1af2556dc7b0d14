FROM caddy:2
# The binary has a file capability (for ports below 1024), and a container without capabilities may not start it; a plain
# copy loses it. The folders for certificates belong to the user of the process.
RUN cp /usr/bin/caddy /usr/bin/plain-caddy && mv /usr/bin/plain-caddy /usr/bin/caddy && chown 1000:1000 /data /config
USER 1000:1000
