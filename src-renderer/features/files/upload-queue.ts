import { create } from 'zustand'
import { FILE_MAX_BYTES } from '#shared/contract/files.ts'
import { markStale } from '#data/use-call.ts'
import { api } from '#lib/api.ts'
import { errorText, queryClient } from '#lib/query-client.ts'
import { useSession } from '#lib/session.ts'
import { toast } from '#lib/toast.ts'

/** Uploads that run at once; more would only make each of them slower. */
const UPLOADS_AT_ONCE = 3
const MEGABYTE = 1024 * 1024
export const sizeLimitText = `A file can have up to ${FILE_MAX_BYTES / MEGABYTE} MB.`

export type Upload = {
  id: string
  projectID: string
  file: File
  state: 'waiting' | 'uploading' | 'failed'
  /** The part of the file that has left this device, from 0 to 1. */
  progress: number
  /** The reason of a failure. */
  error: string | null
  /** Whether another try can help. */
  mayRetry: boolean
}
/** `said` are the results of the uploads of this round, in words for a screen reader: a later one joins the others. */
type Queue = { uploads: readonly Upload[]; said: readonly string[] }

/**
 * The uploads, kept outside of any screen so that they go on while another tab is open. A failed one stays until it is
 * sent again or removed.
 */
export const useUploads = create<Queue>(() => ({ uploads: [], said: [] }))

const controllers = new Map<string, AbortController>()
let count = 0
/** The names of the files stored since the queue was last empty, which are announced together. */
let stored: string[] = []

const say = (text: string) => useUploads.setState(({ said }) => ({ said: [...said, text] }))
const change = (id: string, part: Partial<Upload>) =>
  useUploads.setState(({ uploads }) => ({
    uploads: uploads.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)),
  }))
const drop = (id: string) =>
  useUploads.setState(({ uploads }) => ({ uploads: uploads.filter((upload) => upload.id !== id) }))
const fail = ({ id, file }: Upload, error: string, mayRetry: boolean) => {
  change(id, { state: 'failed', error, mayRetry })
  say(`${file.name} was not uploaded: ${error}`)
}

/** The reason why the server would refuse the file, known before anything is sent; null when there is none. */
const whyNot = ({ size }: File): string | null => {
  if (size > FILE_MAX_BYTES) return sizeLimitText
  return size === 0 ? 'The file is empty.' : null
}

/** Puts files into the queue; a file that cannot be sent is listed with the reason. */
export const addUploads = (projectID: string, files: readonly File[]): void => {
  // The results of an earlier round make room.
  if (controllers.size === 0) useUploads.setState({ said: [] })
  const added = files.map((file): Upload => {
    const error = whyNot(file)
    const id = `upload-${(count += 1)}`
    return { id, projectID, file, state: error ? 'failed' : 'waiting', progress: 0, error, mayRetry: false }
  })
  useUploads.setState(({ uploads }) => ({ uploads: [...uploads, ...added] }))
  const refused = added.filter(({ state }) => state === 'failed')
  if (refused.length > 0) say(refused.map(({ file, error }) => `${file.name}: ${error}`).join(' '))
  startNext()
}

export const retryUpload = (id: string): void => {
  change(id, { state: 'waiting', progress: 0, error: null })
  startNext()
}

/** Removes a file from the queue, whatever its state. */
export const cancelUpload = (id: string): void => {
  const upload = useUploads.getState().uploads.find((one) => one.id === id)
  drop(id)
  controllers.get(id)?.abort()
  if (upload && upload.state !== 'failed') say(`${upload.file.name}: cancelled.`)
}

const startNext = (): void => {
  const { uploads } = useUploads.getState()
  const waiting = uploads.filter(({ state }) => state === 'waiting')
  const free = UPLOADS_AT_ONCE - controllers.size
  waiting.slice(0, Math.max(0, free)).forEach((upload) => void send(upload))
  if (controllers.size > 0 || stored.length === 0) return
  const count = stored.length === 1 ? '1 file was uploaded' : `${stored.length} files were uploaded`
  toast(`${count}.`, 'success')
  say(`${count}: ${stored.join(', ')}.`)
  stored = []
}

const send = async (upload: Upload): Promise<void> => {
  const { id, projectID, file } = upload
  const controller = new AbortController()
  controllers.set(id, controller)
  change(id, { state: 'uploading' })
  try {
    // Reading a byte fails for a folder, or for a file that is gone; the upload's own error would blame the network.
    await file.slice(0, 1).arrayBuffer().catch(unreadable)
    await api.files.upload(
      { params: { id: projectID } },
      {
        file,
        signal: controller.signal,
        onProgress: ({ loaded, total }) => change(id, { progress: total > 0 ? Math.min(1, loaded / total) : 0 }),
      },
    )
    stored.push(file.name)
    say(`${file.name} was uploaded.`)
  } catch (error) {
    const text = error instanceof Unreadable ? error.message : errorText(error, 'Failed to upload the file')
    if (!controller.signal.aborted) fail(upload, text, true)
  }
  // A cancelled upload may have been stored.
  await markStale(queryClient, 'files.upload', { projectID: projectID })
  // The person has sent the file again in the meantime; the queue shows that try.
  if (controllers.get(id) !== controller) return
  if (useUploads.getState().uploads.some((one) => one.id === id && one.state === 'uploading')) drop(id)
  controllers.delete(id)
  startNext()
}

class Unreadable extends Error {
  override message = 'This file cannot be read. It may be a folder, or have been moved.'
}
const unreadable = (): never => {
  throw new Unreadable()
}

/** Aborts the uploads under way and empties the queue. */
export const forgetUploads = (): void => {
  useUploads.setState({ uploads: [], said: [] })
  stored = []
  controllers.forEach((controller) => controller.abort())
}

/** Signing out ends the person's uploads. */
useSession.subscribe((session, before) => {
  if (session.userID !== before.userID) forgetUploads()
})

/** Closing the page would end uploads under way, so the browser asks first. */
const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault()
useUploads.subscribe(({ uploads }) => {
  if (uploads.some(({ state }) => state !== 'failed')) addEventListener('beforeunload', askBeforeLeaving)
  else removeEventListener('beforeunload', askBeforeLeaving)
})
