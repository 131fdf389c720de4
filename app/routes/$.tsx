/** Any other address: the 404 page (specification, section 2). */
export function loader(): never {
  throw new Response(null, { status: 404 })
}

export const action = loader

export default function NotFound() {
  return null
}
