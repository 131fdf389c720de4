import { useActionData, useLoaderData } from '@remix-run/react'
import { conviteHref, convidarHref, shownLink } from '~/painel/convidado-told'
import { ConvitesDone, ConvitesPessoais, SendOneByOne } from '~/painel/convites'
import { actOnConvites, type RefusedConvites } from '~/painel/convites.server'
import { envioHref } from '~/painel/envios/filas'
import { Painel, painelTitled } from '~/painel/painel'
import { painelAction, painelLoader } from '~/shared/equipe.server'
import { ErrorSummary, Message, NOT_SAVED } from '~/shared/field'
import { rotuloFieldOf } from '~/shared/new-convites'
import { absoluteUrl, convitePath } from '~/shared/links.server'
import { ActLink } from '~/shared/page'
import { fieldsOf, seeOther } from '~/shared/remix.server'
import { countOf } from '~/shared/words'
import { findConvite, findPayer, listMade } from '../../server/use-cases/convites-pessoais.ts'

/** Which invitations an address names: one, or those made at once. */
function askedIn(request: Request) {
  const asked = new URL(request.url).searchParams
  const read = (name: string) => asked.get(name) ?? ''
  return {
    primeiro: read('primeiro'),
    feitos: /^\d{1,4}$/.test(read('feitos')) ? Math.max(1, Number(read('feitos'))) : 1,
    linhas: read('linhas')
      .split(',')
      .filter((line) => /^\d{1,6}$/.test(line)),
  }
}

/** How each line was read, or one invitation, with all that can be done with it. */
export const loader = painelLoader(async ({ services }, { request }) => {
  const { primeiro, feitos, linhas } = askedIn(request)
  const made = await listMade(services, primeiro, feitos)
  if (!made) throw new Response(null, { status: 404 })
  const { empresaid, convites } = made
  const payer = await findPayer(services, empresaid)
  return {
    linhas,
    convites: convites.map((convite) => {
      const link = absoluteUrl(convitePath(empresaid, convite.codigo), request, services)
      return { ...convite, link: shownLink(link) }
    }),
    de: empresaid === '' ? 'Da casa' : (payer?.empresa.nome ?? ''),
    livres: payer?.left ?? null,
    empresaid,
  }
})

/** corrigir and Cancelar o convite. */
export const action = painelAction(async ({ services, autor }, { request, context }) => {
  const [{ primeiro, feitos }, fields] = [askedIn(request), await fieldsOf(request)]
  const found = await findConvite(services, fields('codigo') ?? '')
  if (!found) throw new Response(null, { status: 404 })
  const asked = { services, context, empresaid: found.convite.empresaid, fields, autor: autor() }
  return actOnConvites(asked, ({ feito }) =>
    seeOther(conviteHref(primeiro, { feitos: String(feitos), feito })),
  )
})

type Shown = { convites: { rotulo: string }[] }

const titleOf = ({ convites: [first, ...others] }: Shown) =>
  first?.rotulo && others.length === 0 ? first.rotulo : countOf(others.length + 1, 'convite', 'convites')

export const meta = painelTitled<typeof loader>((data) => (data ? titleOf(data) : 'Convites'))

export default function Convites() {
  const { convites, de, livres, linhas, empresaid, feito } = useLoaderData<typeof loader>()
  const refused = useActionData<RefusedConvites>() ?? null
  const free = livres === null ? '' : ` · ${countOf(livres, 'lugar livre agora', 'lugares livres agora')}`
  const ready = convites.filter(({ estado, telefone }) => estado === 'novo' && telefone !== '')
  const id = rotuloFieldOf(refused?.codigo ?? '', refused?.campo)
  return (
    <Painel
      current="Convidados"
      title={titleOf({ convites })}
      kicker={
        <>
          <a href="/painel/convidados">Convidados</a>
          {` · ${de}${free}`}
        </>
      }
    >
      {refused ? (
        <ErrorSummary title={NOT_SAVED} errors={[{ id, message: refused.message }]} />
      ) : (
        <ConvitesDone nome={feito} />
      )}
      {linhas.length === 0 ? null : (
        <Message isWarning>
          {`não deu para ler o número ${linhas.length === 1 ? 'da linha' : 'das linhas'} ${linhas.join(', ')}. Anote-o abaixo.`}
        </Message>
      )}
      <div className="acoes lado">
        <Enviar ready={ready} empresaid={empresaid} />
        <ActLink href={convidarHref(empresaid)}>Convidar mais</ActLink>
      </div>
      <ConvitesPessoais convites={convites} recusado={refused} />
    </Painel>
  )
}

/** Sends the one there is, or opens the queue they are in. */
function Enviar({ ready, empresaid }: { ready: { codigo: string }[]; empresaid: string }) {
  const [first, ...others] = ready
  if (!first) return null
  if (others.length === 0)
    return (
      <form method="post" action={envioHref('pessoal', first.codigo)} target="_blank" rel="noopener">
        <button name="ato" value="enviar">
          Enviar pelo WhatsApp
        </button>
      </form>
    )
  return <SendOneByOne empresaid={empresaid} />
}
