import { z } from 'zod'
import { fromOne, origin, text, wholeNumber } from './kinds.ts'
import type { Setting } from './setting.ts'

/** The settings for uploaded files: where they are stored, and how many bytes they may have. */
export const fileSettings = {
  filesDir: {
    option: 'files-dir',
    environment: ['GUILDHALL_FILES_DIR'],
    help: 'Directory for uploaded files when there is no bucket; several processes must share it (the data directory).',
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
    help: "The secret of the store's access key.",
    must: 'a text',
    isSecret: true,
    schema: text.optional(),
  },
} as const satisfies Record<string, Setting>
