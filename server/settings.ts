import { z } from 'zod'
import { brand } from '../shared/brand.ts'
import { limitTable } from './limit-table.ts'

/** One setting: how it is named in each place, what it must be, and how a text becomes its value. */
export type Setting = {
  /** Name on the command line without dashes. A secret has none: other users see command lines. */
  option?: string
  /** A switch takes no value; `--no-…` turns it off. */
  isSwitch?: true
  /** Names in the environment, the first one that is set counts. */
  environment: readonly string[]
  help: string
  /** Ends the sentence "X must be …". */
  must: string
  isSecret?: true
  schema: z.ZodType
}

const wholeNumber = z.union([z.int(), z.string().regex(/^\d+$/).transform(Number)])
const fromOne = wholeNumber.pipe(z.int().min(1))
const yesOrNo = z.union([z.boolean(), z.stringbool()])
const text = z.string().trim().min(1)
const webAddress = z.url({ protocol: /^https?$/ })
/** An origin: scheme, host and port, without a path; a final slash is dropped. */
const origin = webAddress.transform((url, context) => {
  const parsed = new URL(url)
  if (parsed.pathname !== '/' || parsed.search || parsed.hash) context.addIssue('not an origin')
  return parsed.origin
})
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/ })
const listOf = <T extends z.ZodType<unknown, string>>(item: T) =>
  z
    .union([z.array(z.string()), z.string().transform((list) => list.split(','))])
    .transform((list) => list.map((entry) => entry.trim()).filter((entry) => entry !== ''))
    .pipe(z.array(item))

export const DEFAULT_SENDER = `${brand.name} <no-reply@guildhall.test>`

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export const settings = {
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
  dataDir: {
    option: 'data-dir',
    environment: ['GUILDHALL_DATA_DIR'],
    help: 'Where the embedded database and files are kept.',
    must: 'a path',
    schema: text.optional(),
  },
  filesDir: {
    option: 'files-dir',
    environment: ['GUILDHALL_FILES_DIR'],
    help: 'Where uploaded files are kept without a bucket; with several processes a directory that all share (the data directory).',
    must: 'a path',
    schema: text.optional(),
  },
  diskReserve: {
    option: 'disk-reserve',
    environment: ['GUILDHALL_DISK_RESERVE'],
    help: 'Megabytes of the disk that uploads leave free, for the database (512).',
    must: 'a whole number from 0',
    schema: wholeNumber.pipe(z.int().min(0)).default(512),
  },
  config: {
    option: 'config',
    environment: ['GUILDHALL_CONFIG'],
    help: 'The config file (guildhall.json in the data directory, if there is one).',
    must: 'a path',
    schema: text.optional(),
  },
  databaseUrl: {
    environment: ['GUILDHALL_DATABASE_URL', 'DATABASE_URL'],
    help: 'A PostgreSQL 15 or newer to use instead of the embedded one: postgres://user:password@host/database.',
    must: 'an address like postgres://user:password@host/database',
    isSecret: true,
    schema: postgresUrl.optional(),
  },
  wait: {
    option: 'wait',
    environment: ['GUILDHALL_WAIT'],
    help: 'Seconds to wait at the start for a database that does not answer yet (0).',
    must: 'a whole number from 0 to 3600',
    schema: wholeNumber.pipe(z.int().min(0).max(3600)).default(0),
  },
  poolSize: {
    option: 'pool-size',
    environment: ['GUILDHALL_POOL_SIZE'],
    help: 'Connections to the database at most (10); probes have two more.',
    must: 'a whole number from 2 to 1000',
    schema: wholeNumber.pipe(z.int().min(2).max(1000)).default(10),
  },
  statementTimeout: {
    option: 'statement-timeout',
    environment: ['GUILDHALL_STATEMENT_TIMEOUT'],
    help: 'Seconds after which the database gives up a statement (30).',
    must: 'a whole number from 1 to 600',
    schema: wholeNumber.pipe(z.int().min(1).max(600)).default(30),
  },
  drainSeconds: {
    option: 'drain-seconds',
    environment: ['GUILDHALL_DRAIN_SECONDS'],
    help: 'Seconds between the wish to stop, told by /readyz, and the end of taking calls (0).',
    must: 'a whole number from 0 to 600',
    schema: wholeNumber.pipe(z.int().min(0).max(600)).default(0),
  },
  stopSeconds: {
    option: 'stop-seconds',
    environment: ['GUILDHALL_STOP_SECONDS'],
    help: 'Seconds that calls under way have to end at a stop, before they are cut off (30).',
    must: 'a whole number from 1 to 600',
    schema: wholeNumber.pipe(z.int().min(1).max(600)).default(30),
  },
  metricsToken: {
    environment: ['GUILDHALL_METRICS_TOKEN'],
    help: 'Who sends it may read /metrics (none: programs on this machine, and without a public URL only).',
    must: 'at least 16 characters long',
    isSecret: true,
    schema: z.string().min(16).optional(),
  },
  migrationsUrl: {
    environment: ['GUILDHALL_MIGRATIONS_URL'],
    help: 'The same database as its owner, who brings the schema up to date; DATABASE_URL then needs no rights of its own (DATABASE_URL).',
    must: 'an address like postgres://owner:password@host/database',
    isSecret: true,
    schema: postgresUrl.optional(),
  },
  demo: {
    option: 'demo',
    isSwitch: true,
    environment: ['GUILDHALL_DEMO'],
    help: 'Whether the first start fills an embedded database with demo data (yes, where only this machine reaches the server).',
    must: 'true or false',
    schema: yesOrNo.optional(),
  },
  registration: {
    option: 'registration',
    environment: ['GUILDHALL_REGISTRATION'],
    help: 'Who may register: invitation or open (invitation).',
    must: '"invitation" or "open"',
    schema: z.enum(['invitation', 'open']).default('invitation'),
  },
  publicUrl: {
    option: 'public-url',
    environment: ['GUILDHALL_PUBLIC_URL'],
    help: 'Origin that links in mails start with (the address the server listens on).',
    must: 'an origin like https://guildhall.example.org',
    schema: origin.optional(),
  },
  smtpUrl: {
    environment: ['GUILDHALL_SMTP_URL'],
    help: 'Mail server, smtp:// or smtps:// (embedded, on loopback, without a public URL: the local mailbox at /_mail).',
    must: 'an address like smtps://user:password@mail.example.org',
    isSecret: true,
    schema: z.url({ protocol: /^smtps?$/ }).optional(),
  },
  mailboxKey: {
    environment: ['GUILDHALL_MAILBOX_KEY'],
    help: "What the local mailbox's address must carry as ?key= (none; the desktop app makes one at each start).",
    must: 'at least 16 characters long',
    isSecret: true,
    schema: z.string().min(16).optional(),
  },
  mailFrom: {
    option: 'mail-from',
    environment: ['GUILDHALL_MAIL_FROM'],
    help: `Sender of mails (${DEFAULT_SENDER}).`,
    must: 'an e-mail address, with or without a name',
    schema: text.regex(/^[^\r\n]*[^\s@]+@[^\s@]+$/).default(DEFAULT_SENDER),
  },
  secret: {
    environment: ['GUILDHALL_SECRET'],
    help: 'Signs access tokens, at least 32 characters (made once and kept in the database).',
    must: 'at least 32 characters long',
    isSecret: true,
    schema: z.string().min(32).optional(),
  },
  securityContact: {
    option: 'security-contact',
    environment: ['GUILDHALL_SECURITY_CONTACT'],
    help: 'Where weaknesses are told, for /.well-known/security.txt (mailto:security@ our host).',
    must: 'an address like mailto:security@example.org or https://example.org/report',
    schema: z.union([z.url({ protocol: /^https$/ }), z.string().regex(/^mailto:[^\s@]+@[^\s@]+$/)]).optional(),
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
  adminEmail: {
    option: 'admin-email',
    environment: ['GUILDHALL_ADMIN_EMAIL'],
    help: 'Address that may register without an invitation, and whose account is an administrator.',
    must: 'an e-mail address',
    schema: z.string().trim().toLowerCase().pipe(z.email()).optional(),
  },
  aiBaseUrl: {
    option: 'ai-base-url',
    environment: ['GUILDHALL_AI_BASE_URL'],
    help: 'An OpenAI-compatible endpoint (none: the local generator answers).',
    must: 'an address like https://api.example.org/v1',
    schema: webAddress.optional(),
  },
  aiKey: {
    environment: ['GUILDHALL_AI_KEY'],
    help: "The endpoint's key.",
    must: 'a text',
    isSecret: true,
    schema: text.optional(),
  },
  aiModel: {
    option: 'ai-model',
    environment: ['GUILDHALL_AI_MODEL'],
    help: "The endpoint's model.",
    must: 'a text',
    schema: text.optional(),
  },
  s3Endpoint: {
    option: 's3-endpoint',
    environment: ['GUILDHALL_S3_ENDPOINT'],
    help: 'An S3-compatible store for uploaded files (none: the data directory).',
    must: 'an origin like https://s3.example.org',
    schema: origin.optional(),
  },
  s3Bucket: {
    option: 's3-bucket',
    environment: ['GUILDHALL_S3_BUCKET'],
    help: "The store's bucket, which must exist.",
    must: 'a bucket name: 3 to 63 lower-case letters, digits, dots and hyphens',
    schema: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
      .optional(),
  },
  s3Region: {
    option: 's3-region',
    environment: ['GUILDHALL_S3_REGION'],
    help: "The bucket's region (us-east-1).",
    must: 'a text',
    schema: text.default('us-east-1'),
  },
  s3AccessKey: {
    environment: ['GUILDHALL_S3_ACCESS_KEY'],
    help: "The store's access key ID.",
    must: 'a text',
    isSecret: true,
    schema: text.optional(),
  },
  s3SecretKey: {
    environment: ['GUILDHALL_S3_SECRET_KEY'],
    help: "That access key's secret.",
    must: 'a text',
    isSecret: true,
    schema: text.optional(),
  },
  allowedOrigins: {
    option: 'allowed-origins',
    environment: ['GUILDHALL_ALLOWED_ORIGINS'],
    help: 'Other origins whose pages may call the server, separated by commas.',
    must: 'origins like https://guildhall.example.org, separated by commas',
    schema: listOf(origin).default([]),
  },
  trustedProxies: {
    option: 'trusted-proxies',
    environment: ['GUILDHALL_TRUSTED_PROXIES'],
    help: 'Addresses or networks of proxies whose X-Forwarded-For counts, separated by commas.',
    must: 'addresses or networks like 10.0.0.0/8, separated by commas',
    schema: listOf(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])).default([]),
  },
  searchLimit: {
    option: 'search-limit',
    environment: ['GUILDHALL_SEARCH_LIMIT'],
    help: 'Searches one person may make in a minute (120).',
    must: 'a whole number from 1',
    schema: fromOne.default(limitTable.search.limit),
  },
  projectLimit: {
    option: 'project-limit',
    environment: ['GUILDHALL_PROJECT_LIMIT'],
    help: 'Projects one person may create, and publish, in an hour (30).',
    must: 'a whole number from 1',
    schema: fromOne.default(limitTable.project.limit),
  },
  taskLimit: {
    option: 'task-limit',
    environment: ['GUILDHALL_TASK_LIMIT'],
    help: 'Tasks one person may create in an hour (600).',
    must: 'a whole number from 1',
    schema: fromOne.default(limitTable.task.limit),
  },
  projectQuota: {
    option: 'project-quota',
    environment: ['GUILDHALL_PROJECT_QUOTA'],
    help: 'Megabytes that the files of one project may have together (2048).',
    must: 'a whole number of megabytes from 1',
    schema: fromOne.default(2048),
  },
  personQuota: {
    option: 'person-quota',
    environment: ['GUILDHALL_PERSON_QUOTA'],
    help: 'Megabytes that the files uploaded by one person may have together (500).',
    must: 'a whole number of megabytes from 1',
    schema: fromOne.default(500),
  },
  logLevel: {
    option: 'log-level',
    environment: ['GUILDHALL_LOG_LEVEL'],
    help: `How much is logged: ${logLevels.join(', ')} (info).`,
    must: `one of ${logLevels.join(', ')}`,
    schema: z.enum(logLevels).default('info'),
  },
  analyticsUrl: {
    option: 'analytics-url',
    environment: ['GUILDHALL_ANALYTICS_URL'],
    help: 'A PostHog-style endpoint for usage events (none: nothing is sent).',
    must: 'an address like https://events.example.org',
    schema: webAddress.optional(),
  },
  analyticsKey: {
    environment: ['GUILDHALL_ANALYTICS_KEY'],
    help: "That endpoint's key.",
    must: 'a text',
    isSecret: true,
    schema: text.optional(),
  },
  webDir: {
    option: 'web-dir',
    environment: ['GUILDHALL_WEB_DIR'],
    help: 'The web build to serve (the one beside the server).',
    must: 'a path',
    schema: text.optional(),
  },
} as const satisfies Record<string, Setting>
