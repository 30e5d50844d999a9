import { printable } from './printable.ts'

const WIDTH = 20

/** A duration as a person reads it: `1 min 5 s`, `12 s`. */
const duration = (seconds: number): string => {
  const whole = Math.max(1, Math.round(seconds))
  if (whole < 60) return `${whole} s`
  const minutes = Math.floor(whole / 60)
  return minutes < 60 ? `${minutes} min ${whole % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** The rate and the time left, in words; empty while too little is done to know them. */
export const pace = (done: number, total: number, milliseconds: number): string => {
  if (done < 1 || milliseconds < 1000) return ''
  const rate = (done * 1000) / milliseconds
  const written = rate >= 10 ? String(Math.round(rate)) : rate.toFixed(1)
  return `${written}/s, ${duration((total - done) / rate)} left, `
}

/** Shows on standard error how far a long command is; shows nothing where standard error is no terminal. */
export const startProgress = (total: number, { isQuiet = false }: { isQuiet?: boolean | undefined } = {}) => {
  const { stderr } = process
  const isShown = stderr.isTTY && total > 1 && !isQuiet
  const started = Date.now()
  const clear = () => {
    if (isShown) stderr.write('\r\u001B[K')
  }
  return {
    show: (done: number, what: string) => {
      if (!isShown) return
      const filled = Math.round((done / total) * WIDTH)
      const bar = `[${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}]`
      const line = `${bar} ${pace(done, total, Date.now() - started)}${Math.min(done + 1, total)} of ${total}: ${printable(what)}`
      clear()
      stderr.write(line.slice(0, Math.max(10, (stderr.columns || 80) - 1)))
    },
    clear,
  }
}
export type Progress = ReturnType<typeof startProgress>
