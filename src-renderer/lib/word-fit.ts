const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether each word of the text begins a word of the label, regardless of case and accents. */
export const fitsWords = (label: string, text: string): boolean => {
  const words = folded(label).split(/[^\p{L}\p{N}]+/u)
  return folded(text)
    .split(/\s+/)
    .every((typed) => words.some((word) => word.startsWith(typed)))
}
