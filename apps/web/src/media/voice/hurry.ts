/** Samples of a piece that is put behind another, of the part in which both are mixed, and of the search for where they fit. */
const [piece, overlap, search] = [320, 80, 60]

/** How alike the end of what is made and a place of the samples are. */
function likeness(made: Float32Array, end: number, samples: Float32Array, at: number) {
  let product = 0
  let energy = 1e-9
  for (let index = 0; index < overlap; index++) {
    const sample = samples[at + index] ?? 0
    product += (made[end - overlap + index] ?? 0) * sample
    energy += sample * sample
  }
  return product / Math.sqrt(energy)
}

function bestPlace(made: Float32Array, end: number, samples: Float32Array, wanted: number) {
  let best = wanted
  let most = Number.NEGATIVE_INFINITY
  for (let at = Math.max(0, wanted - search); at <= Math.min(samples.length - piece, wanted + search); at += 2) {
    const alike = likeness(made, end, samples, at)
    if (alike > most) [best, most] = [at, alike]
  }
  return best
}

/**
 * The same speech `ratio` times as fast, not higher: pieces of it, where each fits the end of the one before. Begins and ends with the samples that it is
 * given, so that what is made of two parts can be played one after the other. What is too short stays as it is. Pure.
 */
export function hurry(samples: Float32Array, ratio: number): Float32Array {
  if (samples.length < 3 * piece || ratio <= 1) return samples
  const made = new Float32Array(samples.length + piece)
  made.set(samples.subarray(0, piece))
  let end = piece

  const append = (at: number) => {
    for (let index = 0; index < overlap; index++) {
      const share = index / overlap
      const place = end - overlap + index
      made[place] = (made[place] ?? 0) * (1 - share) + (samples[at + index] ?? 0) * share
    }
    made.set(samples.subarray(at + overlap, at + piece), end)
    end += piece - overlap
  }
  const last = samples.length - piece
  for (let wanted = end * ratio; wanted < last - piece / 2; wanted = end * ratio)
    append(bestPlace(made, end, samples, Math.round(wanted) - overlap))
  append(last)
  return made.slice(0, end)
}
