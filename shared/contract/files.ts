import { z } from 'zod'
import { enveloped, id, idOf, messageOnly, pageOf, pageQuery, time } from './common.ts'
import { described } from './described.ts'
import { endpoint, serverMessageOr, TRANSFER_TIMEOUT_MS, noun } from './endpoint.ts'
import * as reads from './reads.ts'
import { GUEST_FILES_MAX } from './task-fields.ts'

export const FILE_MAX_BYTES = 25 * 1024 * 1024
export const FILE_NAME_MAX = 120
/** The name of the form part that carries the file in an upload. */
export const FILE_PART = 'file'

export const projectFile = z
  .object({
    id,
    projectID: id,
    name: z.string().meta({ description: 'As the sender called it.', examples: ['map.pdf'] }),
    size: z.int().meta({ description: 'Bytes.', examples: [48213] }),
    contentType: z
      .string()
      .meta({ description: 'Detected from the content, whatever the sender claimed.', examples: ['application/pdf'] }),
    uploadedByID: id,
    uploadedByUsername: z.string().meta({ description: 'Who uploaded it.', examples: ['ada'] }),
    uploadedByName: z.string().default('').meta(described.fullName),
    createdAt: time,
  })
  .meta({ id: 'ProjectFile' })
export type ProjectFile = z.output<typeof projectFile>

/** The kinds of files that can be looked at without being downloaded. */
export const previewKinds = ['picture', 'text', 'pdf'] as const
export type PreviewKind = (typeof previewKinds)[number]
/** The most of a text that a preview shows, in bytes. */
export const PREVIEW_TEXT_BYTES = 200 * 1024
/** The largest PDF that is shown, in bytes: it is one string of an answer, which server and client hold in memory. */
export const PREVIEW_PDF_BYTES = 10 * 1024 * 1024
/** The longer side of a preview of a picture, in pixels. */
export const PREVIEW_SIDE = 1600

const filePreview = z
  .object({
    kind: z.enum(previewKinds).meta({ description: 'What is shown.', examples: ['text'] }),
    picture: z
      .string()
      .nullable()
      .meta({
        description: `A WebP of at most ${PREVIEW_SIDE} pixels, as a data URL; null for other kinds.`,
        examples: [null],
      }),
    text: z
      .string()
      .nullable()
      .meta({ description: 'The beginning of a text; null for other kinds.', examples: ['Walls first, then doors.'] }),
    pdf: z
      .string()
      .optional()
      .meta({
        description: `The bytes of a PDF of at most ${PREVIEW_PDF_BYTES / 1024 / 1024} MB, in Base64; missing for other kinds.`,
        examples: ['JVBERi0xLjcK'],
      }),
    isCut: z.boolean().meta({ description: 'Whether the text goes on.', examples: [false] }),
  })
  .meta({ id: 'FilePreview' })
export type FilePreview = z.output<typeof filePreview>

const taskFile = projectFile
  .pick({ id: true, name: true, size: true, contentType: true, createdAt: true })
  .extend({
    isOwn: z.boolean().meta({ description: 'Whether the caller has attached it.', examples: [true] }),
  })
  .meta({ id: 'TaskFile' })
export type TaskFile = z.output<typeof taskFile>
const taskParams = z.strictObject({ id: idOf('the task') })
const taskFileParams = z.strictObject({ id: idOf('the task'), fileId: idOf('the file') })

const projectParams = z.strictObject({ id: idOf('the project') })
const fileParams = z.strictObject({ id: idOf('the project'), fileId: idOf('the file') })

export const files = noun('Files of a project.', {
  list: endpoint({
    method: 'GET',
    path: '/projects/:id/files',
    summary: "The project's files, newest first.",
    policy: 'project.member',
    scope: 'read',
    params: projectParams,
    query: z.strictObject(pageQuery),
    response: pageOf(projectFile),
    about: ['projectID', 'id'],
    failure: serverMessageOr('Failed to load files'),
  }),
  upload: endpoint({
    method: 'POST',
    path: '/projects/:id/files',
    summary: 'Stores one file, at most 25 MB, sent as the part `file` of multipart/form-data.',
    policy: 'project.member',
    scope: 'work',
    params: projectParams,
    response: enveloped(projectFile),
    status: 201,
    transfer: 'upload',
    timeoutMs: TRANSFER_TIMEOUT_MS,
    fails: { 409: 'CONFLICT', 413: ['BODY_TOO_LARGE', 'QUOTA_EXCEEDED'], 422: 'INVALID_INPUT' },
    limits: ['upload'],
    leaves: ['file.uploaded'],
    stale: ['files.list'],
    failure: serverMessageOr('Failed to upload the file'),
  }),
  download: endpoint({
    method: 'GET',
    path: '/projects/:id/files/:fileId',
    summary: "One file's bytes, as an attachment.",
    policy: 'project.member',
    scope: 'read',
    params: fileParams,
    response: z.unknown(),
    transfer: 'download',
    timeoutMs: TRANSFER_TIMEOUT_MS,
    failure: serverMessageOr('Failed to download the file'),
  }),
  preview: endpoint({
    method: 'GET',
    path: '/projects/:id/files/:fileId/preview',
    summary: 'A picture made smaller, the beginning of a text, or a PDF, to look at.',
    policy: 'project.member',
    scope: 'read',
    since: 'preview',
    params: fileParams,
    response: enveloped(filePreview),
    timeoutMs: TRANSFER_TIMEOUT_MS,
    limits: ['preview', 'preview-pdf'],
    about: ['projectID', 'id'],
    failure: serverMessageOr('Failed to show the file'),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/projects/:id/files/:fileId',
    summary: 'Deletes a file: who uploaded it, owners and admins may.',
    policy: 'project.member',
    scope: 'work',
    params: fileParams,
    response: messageOnly,
    leaves: ['file.deleted'],
    stale: ['files.list'],
    failure: serverMessageOr('Failed to delete the file'),
  }),
  listOfTask: endpoint({
    method: 'GET',
    path: '/user-tasks/:id/files',
    summary: 'The files that are attached to a task, in their order.',
    policy: 'task.party',
    scope: 'read',
    since: 'claims',
    params: taskParams,
    response: enveloped(z.array(taskFile)),
    about: ['taskID', 'id'],
    failure: serverMessageOr('Failed to load files'),
  }),
  uploadToTask: endpoint({
    method: 'POST',
    path: '/user-tasks/:id/files',
    summary: `Stores one file as \`upload\` does, and attaches it: the person who has the task, owners and admins may. A guest attaches ${GUEST_FILES_MAX}.`,
    policy: 'task.party',
    scope: 'work',
    since: 'claims',
    params: taskParams,
    response: enveloped(taskFile),
    status: 201,
    transfer: 'upload',
    timeoutMs: TRANSFER_TIMEOUT_MS,
    fails: { 409: 'CONFLICT', 413: ['BODY_TOO_LARGE', 'QUOTA_EXCEEDED'], 422: 'INVALID_INPUT' },
    limits: ['upload'],
    leaves: ['file.uploaded', 'task.changed'],
    stale: ['files.list', 'files.listOfTask', ...reads.tasks],
    failure: serverMessageOr('Failed to upload the file'),
  }),
  downloadOfTask: endpoint({
    method: 'GET',
    path: '/user-tasks/:id/files/:fileId',
    summary: 'The bytes of a file that is attached to a task or was handed in, as an attachment.',
    policy: 'task.party',
    scope: 'read',
    since: 'claims',
    params: taskFileParams,
    response: z.unknown(),
    transfer: 'download',
    timeoutMs: TRANSFER_TIMEOUT_MS,
    failure: serverMessageOr('Failed to download the file'),
  }),
  removeFromTask: endpoint({
    method: 'DELETE',
    path: '/user-tasks/:id/files/:fileId',
    summary: 'Deletes a file that is attached to a task: who uploaded it, owners and admins may.',
    policy: 'task.party',
    scope: 'work',
    since: 'claims',
    params: taskFileParams,
    response: messageOnly,
    leaves: ['file.deleted'],
    stale: ['files.list', 'files.listOfTask', 'tasks.get'],
    failure: serverMessageOr('Failed to delete the file'),
  }),
})
