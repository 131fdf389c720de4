/** `?pagina=`, from 1 on. */
export function pageOf(request: Request): number {
  const raw = new URL(request.url).searchParams.get('pagina') ?? ''
  return /^[1-9]\d{0,5}$/.test(raw) ? Number(raw) : 1
}
