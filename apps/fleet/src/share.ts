/** A share (0 none to 1 all) of a list, picked evenly. */
export const evenShare = <T>(list: readonly T[], share: number) =>
  list.filter((_, i) => Math.floor(i * share) < Math.floor((i + 1) * share))
