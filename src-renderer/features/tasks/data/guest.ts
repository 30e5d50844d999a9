import { createContext, useContext } from 'react'

/** The viewer as the guest of one task: who has taken it, or has finished it, without being a member of its project. */
export type GuestOfTask = {
  userID: string
  /** The task is finished: they read it, and write nothing more. */
  isReadOnly: boolean
}

export const GuestContext = createContext<GuestOfTask | null>(null)

/** The viewer as the guest of the task around here; null for a member. Guests are refused all that is not of their task. */
export const useGuest = (): GuestOfTask | null => useContext(GuestContext)
