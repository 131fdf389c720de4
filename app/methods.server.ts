/** Remix also calls actions for PUT, PATCH and DELETE; ours take only a form's POST. */
export function refuseOtherMethods(request: Request): void {
  if (request.method !== 'POST')
    throw new Response(null, { status: 405, headers: { Allow: 'GET, HEAD, POST' } })
}
