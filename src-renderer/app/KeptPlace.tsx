import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router-dom'

/**
 * Keeps a reader's place on a page that has just been loaded. The router scrolls to the place of before a reload in a
 * transition, which a busy page can delay for seconds; who has scrolled by then would be thrown back. Comes after
 * ScrollRestoration, so that its effect runs after that one's.
 */
export const KeptPlace = () => {
  const { key } = useLocation()
  // Draws this part again whenever the router's state changes: no hook says that a place was restored.
  useNavigation()
  const place = useRef({ firstKey: key, y: 0 })
  useEffect(() => {
    const note = () => {
      place.current.y = window.scrollY
    }
    window.addEventListener('scroll', note, { passive: true })
    return () => window.removeEventListener('scroll', note)
  }, [])
  useLayoutEffect(() => {
    const { firstKey, y } = place.current
    if (key === firstKey && y > 0 && window.scrollY !== y) window.scrollTo(0, y)
  })
  return null
}
