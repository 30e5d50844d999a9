const took = async (act: () => Promise<unknown>): Promise<number> => {
  const started = performance.now()
  await act()
  return performance.now() - started
}

/**
 * How many times as long an act takes as its control. Both are done in turns, and the quickest of each counts, so that the answer is about the
 * same on a busy machine as on an idle one.
 */
export const timesAsLong = async (act: () => Promise<unknown>, control: () => Promise<unknown>): Promise<number> => {
  let [ofAct, ofControl] = [Infinity, Infinity]
  for (let round = 0; round < 4; round += 1) {
    ofControl = Math.min(ofControl, await took(control))
    ofAct = Math.min(ofAct, await took(act))
  }
  return ofAct / ofControl
}
