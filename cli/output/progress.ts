import { printable } from './printable.ts'

/** A line on standard error that shows how far a long command is; nothing where standard error is no terminal. */
export const startProgress = (total: number) => {
  const { stderr } = process
  const isShown = stderr.isTTY && total > 1
  const clear = () => {
    if (isShown) stderr.write('\r\u001B[K')
  }
  return {
    show: (done: number, what: string) => {
      if (!isShown) return
      clear()
      stderr.write(`${done + 1} of ${total}: ${printable(what)}`.slice(0, Math.max(10, (stderr.columns || 80) - 1)))
    },
    clear,
  }
}
