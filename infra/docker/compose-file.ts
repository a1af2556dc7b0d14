import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';

/** A container of docker-compose.yml, with the fields that our rules check. */
export interface Container {
  image?: string;
  build?: { context: string; dockerfile?: string };
  pull_policy?: string;
  user?: string;
  read_only?: boolean;
  privileged?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  mem_limit?: string;
  tmpfs?: string[];
  shm_size?: string;
  cpus?: number;
  pids_limit?: number;
  logging?: { driver?: string; options?: Record<string, string> };
  network_mode?: string;
  networks?: string[] | Record<string, unknown>;
  ports?: string[];
  profiles?: string[];
  volumes?: string[];
  container_name?: string;
  healthcheck?: { test: string[] };
  depends_on?: Record<string, { condition: string }>;
  /** Null: taken from the environment of `docker compose`, if set there. */
  environment?: Record<string, string | number | null>;
}

export interface ComposeFile {
  name?: string;
  services: Record<string, Container>;
  networks: Record<string, { internal?: boolean } | null>;
}

export const composePath = resolve(import.meta.dirname, '../../docker-compose.yml');

/** Reads a compose file with its anchors and merges resolved; variables stay as they are written. */
export function readCompose(path = composePath): ComposeFile {
  return parse(readFileSync(path, 'utf8'), { merge: true }) as ComposeFile;
}

export const networksOf = ({ networks = [] }: Container): string[] =>
  Array.isArray(networks) ? networks : Object.keys(networks);
