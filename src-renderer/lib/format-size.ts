const units = ['B', 'KB', 'MB', 'GB'] as const
const STEP = 1024
const short = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** A size such as "640 B", "12.4 KB", "25 MB", in steps of 1,024 as the limit counts. */
export const formatSize = (bytes: number): string => {
  let size = bytes
  let unit = 0
  // A size that would round up to 1,024 is shown in the next unit.
  while (Math.round(size * 10) / 10 >= STEP && unit < units.length - 1) {
    size /= STEP
    unit += 1
  }
  return `${short.format(size)} ${units[unit] ?? ''}`
}
