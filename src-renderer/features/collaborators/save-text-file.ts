/** How long the address of a saved file stays good: browsers read it after the click has returned. */
const KEPT_MS = 30_000

/** Hands a text to the browser, or to the desktop's window, to be saved as a file of that name. */
export const saveTextFile = (name: string, type: string, text: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.hidden = true
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}
