import { Box, Button } from '@mui/material'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'

/** Pixels that a text may be higher than the fold, so that a press never brings only a line or two. */
const SLACK = 80

/**
 * Shows the first `height` pixels of a long text, and the rest on request. A text that is hardly longer is shown whole.
 * Print shows all of it, and a link in the hidden part opens the fold when it gets the focus.
 */
export const Fold = ({ height, children }: { height: number; children: ReactNode }) => {
  const id = useId()
  const content = useRef<HTMLDivElement>(null)
  const [isLong, setIsLong] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const element = content.current
    if (!element) return
    const measure = () => setIsLong(element.scrollHeight > height + SLACK)
    measure()
    if (typeof ResizeObserver === 'undefined') return
    // A text drawn as Markdown, and a narrower window, make it another height.
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [height])
  const isFolded = isLong && !isOpen
  return (
    <>
      <Box
        id={id}
        onFocus={() => setIsOpen(true)}
        sx={{
          ...(isFolded && {
            maxHeight: height,
            overflow: 'hidden',
            maskImage: 'linear-gradient(to bottom, #000 calc(100% - 48px), transparent)',
          }),
          '@media print': { maxHeight: 'none', maskImage: 'none' },
        }}
      >
        <div ref={content}>{children}</div>
      </Box>
      {isLong && (
        <Button
          size="small"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
          sx={{ mt: 0.5, ml: -0.75, '@media print': { display: 'none' } }}
        >
          {isOpen ? 'Show less' : 'Show more'}
        </Button>
      )}
    </>
  )
}
