import { create } from 'zustand'

export type ToastType = 'success' | 'error' | 'info'
export type Toast = { id: string; message: string; type: ToastType }

/** Milliseconds for which a toast stays. */
export const TOAST_LIFETIME_MS = 5000
/** More at once would cover the screen; the oldest makes room. */
const TOASTS_MAX = 3
let count = 0

/** Read by the one Toasts in the app's shell. */
export const useToasts = create<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }))

/** Shows a toast for 5 seconds. Answers its id, to close it earlier. The same message is not shown twice at once. */
export const toast = (message: string, type: ToastType = 'info'): string => {
  const shown = useToasts.getState().toasts.find((one) => one.message === message && one.type === type)
  if (shown) return shown.id
  const id = `toast-${++count}`
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts, { id, message, type }].slice(-TOASTS_MAX) }))
  setTimeout(() => closeToast(id), TOAST_LIFETIME_MS)
  return id
}

export const closeToast = (id: string): void =>
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((one) => one.id !== id) }))
