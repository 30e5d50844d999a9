import { useCallback, useRef } from 'react'
import { newKey } from './new-key.ts'

/**
 * Returns the idempotency key of what a person sends: the same for the same content, so that a retry after a lost
 * answer makes nothing twice, and another one once the content has changed. Use one hook for each thing that is made
 * once, such as a form that is closed after a success.
 */
export const useKeyOfTry = (): ((sent: unknown) => string) => {
  const last = useRef({ content: '', key: '' })
  return useCallback((sent) => {
    const content = JSON.stringify(sent)
    if (last.current.key === '' || last.current.content !== content) last.current = { content, key: newKey() }
    return last.current.key
  }, [])
}
