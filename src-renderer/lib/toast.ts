import { create } from 'zustand'
import { cutQuotes } from '#shared/rules/cut.ts'

export type ToastType = 'success' | 'error' | 'info'
/** What a toast offers to do; doing it closes the toast. */
export type ToastAction = { label: string; run: () => void }
export type Toast = { id: string; message: string; type: ToastType; action?: ToastAction }

/** Milliseconds for which a toast stays. */
export const TOAST_LIFETIME_MS = 5000
/** The most toasts at once, so that they do not cover the screen; the oldest makes room for a new one. */
const TOASTS_MAX = 3
let count = 0

/** The open toasts; the one Toasts in the app's shell reads them. */
export const useToasts = create<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }))

/** A toast that offers something stays longer, so that a hand or a screen reader gets there. */
export const ACTION_LIFETIME_MS = 8000

/**
 * Shows a toast for 5 seconds. Returns its ID, for closing it earlier. The same message is not shown twice at once, and
 * long titles in it are shortened.
 */
export const toast = (said: string, type: ToastType = 'info', { action }: { action?: ToastAction } = {}): string => {
  const message = cutQuotes(said)
  const shown = useToasts.getState().toasts.find((one) => one.message === message && one.type === type)
  if (shown && !action) return shown.id
  if (shown) closeToast(shown.id)
  const id = `toast-${++count}`
  useToasts.setState(({ toasts }) => ({
    toasts: [...toasts, { id, message, type, ...(action && { action }) }].slice(-TOASTS_MAX),
  }))
  setTimeout(() => closeToast(id), action ? ACTION_LIFETIME_MS : TOAST_LIFETIME_MS)
  return id
}

export const closeToast = (id: string): void =>
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((one) => one.id !== id) }))
