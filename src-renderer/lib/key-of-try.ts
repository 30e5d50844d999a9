import { useCallback, useRef } from 'react'
import { newKey } from './new-key.ts'

/**
 * Answers the idempotency key of what a person sends: the same key for the same content, so that trying again after a lost
 * answer makes nothing twice, and another key as soon as the content has changed. One hook is for one thing that is made once: a
 * form, say, which is closed after a success.
 */
export const useKeyOfTry = (): ((sent: unknown) => string) => {
  const last = useRef({ content: '', key: '' })
  return useCallback((sent) => {
    const content = JSON.stringify(sent)
    if (last.current.key === '' || last.current.content !== content) last.current = { content, key: newKey() }
    return last.current.key
  }, [])
}
