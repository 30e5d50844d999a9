import { z } from 'zod'
import { text } from './kinds.ts'
import type { Setting } from './setting.ts'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** The settings for what operators read and keep: logs, figures, backups. */
export const operatingSettings = {
  logLevel: {
    option: 'log-level',
    environment: ['GUILDHALL_LOG_LEVEL'],
    help: `How much is logged: ${logLevels.join(', ')} (info).`,
    must: `one of ${logLevels.join(', ')}`,
    schema: z.enum(logLevels).default('info'),
  },
  metricsToken: {
    environment: ['GUILDHALL_METRICS_TOKEN'],
    help: 'Token that opens /metrics (none: only programs on this machine, and only without a public URL).',
    must: 'at least 16 characters long',
    isSecret: true,
    schema: z.string().min(16).optional(),
  },
  live: {
    option: 'live',
    environment: ['GUILDHALL_LIVE'],
    help: 'How processes tell each other of changes: listen, or poll where the database has no LISTEN (listen).',
    must: 'listen or poll',
    schema: z.enum(['listen', 'poll']).default('listen'),
  },
  backupPassphrase: {
    environment: ['GUILDHALL_BACKUP_PASSPHRASE'],
    help: 'Passphrase that encrypts new backups and opens encrypted ones (none: asked for on the terminal).',
    must: 'a text',
    isSecret: true,
    schema: text.optional(),
  },
  passphraseFile: {
    option: 'passphrase-file',
    environment: ['GUILDHALL_BACKUP_PASSPHRASE_FILE'],
    help: 'A file that holds the passphrase of backups.',
    must: 'a path',
    schema: text.optional(),
  },
} as const satisfies Record<string, Setting>
