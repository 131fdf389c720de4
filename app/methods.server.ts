/** Remix calls an action for PUT, PATCH and DELETE, too; only a form's POST claims or registers. */
export function refuseOtherMethods(request: Request): void {
  if (request.method !== 'POST')
    throw new Response(null, { status: 405, headers: { Allow: 'GET, HEAD, POST' } })
}
