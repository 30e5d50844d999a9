import { create } from 'zustand'

export type ToastType = 'success' | 'error' | 'info'
export type Toast = { id: string; message: string; type: ToastType }

/** Milliseconds for which a toast stays. */
export const TOAST_LIFETIME_MS = 5000
/** The most toasts at once, so that they do not cover the screen; the oldest makes room for a new one. */
const TOASTS_MAX = 3
let count = 0

/** The open toasts; the one Toasts in the app's shell reads them. */
export const useToasts = create<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }))

/** Shows a toast for 5 seconds. Answers its id, with which it can be closed earlier. A message is not shown twice at once. */
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
