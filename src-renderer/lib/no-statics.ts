/**
 * In place of `hoist-non-react-statics` (vite.renderer.ts), which only Emotion's `withTheme` uses, and nobody here uses that: 1.2 kB
 * of each first visit.
 */
const keepStatics = <T>(component: T): T => component
export default keepStatics
