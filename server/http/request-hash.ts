import { createHash } from 'node:crypto'

/** A hash that is equal for equal requests, whatever the order of their fields. */
export const hashOf = (request: object): string =>
  createHash('sha256')
    .update(
      JSON.stringify(request, (_, value: unknown) =>
        typeof value === 'object' && value !== null && !Array.isArray(value)
          ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
          : value,
      ),
    )
    .digest('base64url')
