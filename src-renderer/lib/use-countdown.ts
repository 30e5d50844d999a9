import { useEffect, useState } from 'react'

/** Counts `seconds` down to 0, one each second. `restart` begins again. */
export const useCountdown = (seconds: number): { left: number; restart: (seconds: number) => void } => {
  const [left, setLeft] = useState(seconds)
  const isRunning = left > 0
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setLeft((now) => Math.max(0, now - 1)), 1000)
    return () => clearInterval(timer)
  }, [isRunning])
  return { left, restart: setLeft }
}
