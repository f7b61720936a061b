/** A number to call; nothing where there is none. */
export const Phone = ({ number }: { number: string }) => number && <a href={`tel:${number}`}>{number}</a>
