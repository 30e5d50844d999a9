import type { FileDialogs } from './proxy.ts'

type Parts = Pick<FileDialogs, 'choosePlace' | 'write'> & {
  /** What the page shows now, as it prints, on A4. */
  printPage: () => Promise<Uint8Array>
}

/** Asks where to, and saves what the page shows as a PDF. False when the person chooses no place. Errors: those of printing and writing. */
export const savePdf = async (
  { choosePlace, printPage, write }: Parts,
  name: string,
): Promise<{ isSaved: boolean }> => {
  // Before the dialog: what is printed is what was on the screen when the button was pressed.
  const bytes = await printPage()
  const place = await choosePlace(name)
  if (place === null) return { isSaved: false }
  await write(place, bytes)
  return { isSaved: true }
}
