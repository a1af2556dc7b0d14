FROM caddy:2
# The program carries a right (to ports below 1024) that a container without any rights may not even start with; a plain
# copy has lost it. Where certificates are kept belongs to whom it runs as.
RUN cp /usr/bin/caddy /usr/bin/plain-caddy && mv /usr/bin/plain-caddy /usr/bin/caddy && chown 1000:1000 /data /config
USER 1000:1000
