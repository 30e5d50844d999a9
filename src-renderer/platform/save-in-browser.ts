/** Milliseconds after which the bytes are released: by then the browser has its own copy. */
const RELEASED_AFTER_MS = 60_000

/** Hands bytes to the browser as a download. Their type is a neutral one, so that they are never opened as a page of ours. */
export const saveInBrowser = (bytes: Uint8Array<ArrayBuffer>, name: string): void => {
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), RELEASED_AFTER_MS)
}
