import { z } from 'zod'
import { text, wholeNumber } from './kinds.ts'
import type { Setting } from './setting.ts'

/** The settings for where the server listens and keeps its data, and how it starts and stops. */
export const placeSettings = {
  port: {
    option: 'port',
    environment: ['GUILDHALL_PORT'],
    help: 'Port to listen on, 0 for any free one (4310).',
    must: 'a whole number from 0 to 65535',
    schema: wholeNumber.pipe(z.int().min(0).max(65_535)).default(4310),
  },
  host: {
    option: 'host',
    environment: ['GUILDHALL_HOST'],
    help: 'Address to listen on (127.0.0.1).',
    must: 'a host name or an address',
    schema: text.regex(/^[A-Za-z0-9.:_-]+$/).default('127.0.0.1'),
  },
  config: {
    option: 'config',
    environment: ['GUILDHALL_CONFIG'],
    help: 'The config file (guildhall.json in the data directory, if there is one).',
    must: 'a path',
    schema: text.optional(),
  },
  dataDir: {
    option: 'data-dir',
    environment: ['GUILDHALL_DATA_DIR'],
    help: 'Where the embedded database and files are kept.',
    must: 'a path',
    schema: text.optional(),
  },
  webDir: {
    option: 'web-dir',
    environment: ['GUILDHALL_WEB_DIR'],
    help: 'The web build to serve (the one beside the server).',
    must: 'a path',
    schema: text.optional(),
  },
  drainSeconds: {
    option: 'drain-seconds',
    environment: ['GUILDHALL_DRAIN_SECONDS'],
    help: 'Seconds that calls are still accepted after a request to stop, which /readyz reports at once (0).',
    must: 'a whole number from 0 to 600',
    schema: wholeNumber.pipe(z.int().min(0).max(600)).default(0),
  },
  stopSeconds: {
    option: 'stop-seconds',
    environment: ['GUILDHALL_STOP_SECONDS'],
    help: 'Seconds that calls under way may take during a stop before they are cut off (30).',
    must: 'a whole number from 1 to 600',
    schema: wholeNumber.pipe(z.int().min(1).max(600)).default(30),
  },
} as const satisfies Record<string, Setting>
