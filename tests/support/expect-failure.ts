import { ApiError } from '../../shared/api-client/index.ts'

/** The error a call must end with; a success is a failed test. */
export const failureOf = async (call: Promise<unknown>): Promise<ApiError> => {
  const outcome = await call.then(
    () => 'a success',
    (error: unknown) => error,
  )
  if (outcome instanceof ApiError) return outcome
  throw new Error(`The call should have failed, but there was ${String(outcome)}.`)
}
