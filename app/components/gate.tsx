const CLOSED =
  'M36 40h168M36 58h168M36 76h168M36 94h168M40 36v62M200 36v62M120 36v62M42 94l76-54M198 94l-76-54'
const OPEN = 'M34 38l62-16M34 57l62-4M34 76l62 8M34 95l62 20M39 36v60M96 22v93M42 92l52-68'

/** A farm gate, closed by default. */
export function Gate({ isOpen = false }: { isOpen?: boolean }) {
  return (
    <svg className="porteira" viewBox="0 0 240 120" width="240" height="120" aria-hidden="true">
      <path className="mourao" d="M24 116V20M216 116V20" />
      <path d={isOpen ? OPEN : CLOSED} />
      <path className="chao" d="M4 117h232" />
    </svg>
  )
}
