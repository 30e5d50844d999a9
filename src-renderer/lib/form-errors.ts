import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { isApiError } from './api.ts'

/** The fields of error codes that the server sends without details. */
const fieldOfCode: Readonly<Record<string, string>> = { EMAIL_TAKEN: 'email', USERNAME_TAKEN: 'username' }

/**
 * Shows a refusal beside its fields. Answers false when it names no field of the form, so that the caller shows it
 * above the form. The server's `details` name a field as `email` or `body.email`.
 */
export const showFieldErrors = <T extends FieldValues>(
  error: unknown,
  fields: ReadonlyArray<Path<T>>,
  setError: UseFormSetError<T>,
): boolean => {
  if (!isApiError(error)) return false
  const known = fieldOfCode[error.code]
  const details = known
    ? [{ path: known, message: error.message }]
    : error.details.map(({ path, message }) => ({ path: path.split('.').at(-1) ?? '', message }))
  const mine = details.flatMap(({ path, message }) => {
    const field = fields.find((one) => one === path)
    return field ? [{ field, message }] : []
  })
  mine.forEach(({ field, message }, index) => setError(field, { message }, { shouldFocus: index === 0 }))
  return mine.length > 0
}
