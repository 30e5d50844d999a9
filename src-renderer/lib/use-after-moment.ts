import { useEffect, useState } from 'react'

/** Whatever waits for a shorter time says nothing of it: it would only flicker. */
const MOMENT_MS = 300

/** Whether `isOn` has been true for 300 ms without a break. */
export const useAfterMoment = (isOn: boolean): boolean => {
  const [isDue, setIsDue] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const timer = setTimeout(() => setIsDue(true), MOMENT_MS)
    return () => {
      clearTimeout(timer)
      setIsDue(false)
    }
  }, [isOn])
  return isOn && isDue
}
