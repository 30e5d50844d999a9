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
    help: 'Who sends it may read /metrics (none: programs on this machine, and without a public URL only).',
    must: 'at least 16 characters long',
    isSecret: true,
    schema: z.string().min(16).optional(),
  },
  backupPassphrase: {
    environment: ['GUILDHALL_BACKUP_PASSPHRASE'],
    help: 'Encrypts new backups, and opens those that are (none: asked for on the terminal).',
    must: 'a text',
    isSecret: true,
    schema: text.optional(),
  },
  passphraseFile: {
    option: 'passphrase-file',
    environment: ['GUILDHALL_BACKUP_PASSPHRASE_FILE'],
    help: 'A file that holds that passphrase.',
    must: 'a path',
    schema: text.optional(),
  },
} as const satisfies Record<string, Setting>
