import { expect } from 'vitest'

/** Matches the ApiError of a refused call, for `await expect(call).rejects.toEqual(refused(403))`. */
export const refused = (status: number, message?: string): unknown =>
  expect.objectContaining(message === undefined ? { status } : { status, message })
