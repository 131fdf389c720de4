import { Paging } from '~/painel/filtro'
import { Bar } from '~/shared/bar'
import { Message } from '~/shared/field'
import { ActLink, ButtonLink } from '~/shared/page'
import { countOf, grouped } from '~/shared/words'
import type { planilhaShown } from './planilhas.server.ts'
import { RowsTold } from './rows.tsx'

type Shown<Kind> = Extract<Awaited<ReturnType<typeof planilhaShown>>, { kind: Kind }>

/** How far the reading or recording of an upload has got; `total` is 0 while unknown. */
export type Far = Omit<Shown<'running'>, 'kind'>

/** `7.300 de 19.900 linhas`, or the current phase before there are any. */
export function farWords({ fase, feitas, total }: Far): string {
  if (total > 0) return `${grouped(feitas)} de ${countOf(total, 'linha', 'linhas')}`
  return fase === 'lendo' ? 'Abrindo o arquivo' : 'Conferindo as linhas'
}

/** Progress; the page reloads by itself. */
export function Running(far: Far) {
  const { fase, feitas, total } = far
  return (
    <div className="alerta">
      <p>
        <b className="contagem">{farWords(far)}</b>
      </p>
      <Bar pieces={[{ ate: total === 0 ? 0 : (100 * feitas) / total }]} />
      <p>
        {fase === 'lendo'
          ? 'A planilha está sendo lida. Nada é gravado antes de você conferir.'
          : 'A planilha está sendo gravada. Você pode sair desta página: a gravação continua.'}
      </p>
      <p className="nota">
        Esta página se atualiza sozinha. <a href="?">Atualizar agora</a>
      </p>
    </div>
  )
}

/** Why a recording has to be checked again, and how many rows are already recorded. */
export function Stopped({ fase, feitas, total }: Far) {
  const stand = `${grouped(feitas)} de ${countOf(total, 'linha', 'linhas')}`
  if (fase === 'mudou')
    return (
      <Message isWarning>
        {feitas > 0
          ? `algo mudou enquanto você conferia. Gravamos ${stand}; as outras esperam. Confira de novo.`
          : 'algo mudou enquanto você conferia, e nada desta planilha foi gravado. Confira de novo.'}
      </Message>
    )
  return (
    <Message isWarning>
      {total > 0
        ? `a gravação parou: gravamos ${stand}. Confira as que faltam e continue; nenhuma é gravada duas vezes.`
        : 'a gravação parou antes da primeira linha. Confira e continue.'}
    </Message>
  )
}

const LOST = {
  unread: 'A leitura parou antes do fim, e nada foi gravado. Envie a planilha de novo.',
  gone: 'Passou uma hora desde o envio, ou ela nunca chegou. Envie a planilha outra vez: o que já está gravado não muda, e entra só o que falta.',
}

/** An upload that is not kept any more, or was never read to its end. */
export const Lost = ({ kind }: { kind: keyof typeof LOST }) => (
  <>
    <p className="alerta aviso">{LOST[kind]}</p>
    <p className="acoes estreita">
      <ButtonLink href="/painel/planilhas">Enviar planilha</ButtonLink>
    </p>
  </>
)

/** The recorded rows, the next step, and the tasks that are left; or the rows that stayed out. */
export function Recorded({ refused, ...done }: Omit<Shown<'recorded'>, 'desfazer'>) {
  if (!refused)
    return (
      <>
        {done.entram > 0 && done.mudam === 0 ? null : <Message>{doneWords(done)}</Message>}
        <div className="lado-a-lado">
          {done.entram + done.mudam + done.enviar === 0 ? null : <Agora {...done} />}
          <Depois {...done} />
        </div>
        <Onward tipo={done.tipo} />
      </>
    )
  const { rows, ...paging } = refused
  return (
    <>
      <p>Corrija estas na sua planilha e envie de novo, inteira: o que já entrou não muda.</p>
      {paging.total === 0 ? (
        <p className="nota">Não há mais o que mostrar: envie a planilha de novo para ver o que falta.</p>
      ) : (
        <RowsTold parte="bad" nome="O que não entrou" rows={rows} total={rows.length} />
      )}
      <Paging {...paging} hrefOf={(to) => `?ver=recusadas&pagina=${to}`} />
      <p className="acoes">
        <ActLink href="/painel/planilhas">Enviar a planilha corrigida</ActLink>
        <ActLink href="?">Ver o que ficou por fazer</ActLink>
      </p>
    </>
  )
}

type Done = Omit<Shown<'recorded'>, 'refused' | 'desfazer'>

/** What became of the sheet, as its title: `59 convites gravados`. */
export function recordedTitle({
  tipo,
  entram,
  convites,
}: Pick<Done, 'tipo' | 'entram' | 'convites'>): string {
  if (entram === 0) return 'Planilha gravada'
  if (tipo === 'empresas') return countOf(entram, 'empresa gravada', 'empresas gravadas')
  return entram === convites
    ? countOf(entram, 'convite gravado', 'convites gravados')
    : countOf(entram, 'convidado gravado', 'convidados gravados')
}

function doneWords({ tipo, entram, mudam }: Done): string {
  if (entram + mudam === 0) return 'nada mudou: o que esta planilha tem já estava aqui, ou ficou de fora.'
  const [one, many] =
    tipo === 'empresas'
      ? ['empresa incluída', 'empresas incluídas']
      : ['convidado incluído', 'convidados incluídos']
  return `${countOf(entram, one, many)}${mudam === 0 ? '' : ` e ${grouped(mudam)} com mudança`}.`
}

/** The next task of a recorded sheet. */
function Agora({ tipo, enviar }: Done) {
  const [one, many] = tipo === 'empresas' ? ['o link', 'links'] : ['o convite', 'convites']
  return (
    <section className="agora" aria-label="Agora">
      <p className="sobre">Agora</p>
      <h2>
        {enviar === 0
          ? 'Enviar as mensagens'
          : enviar === 1
            ? `Enviar ${one}`
            : `Enviar os ${grouped(enviar)} ${many}`}
      </h2>
      <p className="nota">Um por vez, pelo WhatsApp, com a mensagem pronta. Pode ser em dois celulares.</p>
      <ButtonLink
        href={`/painel/envios${enviar === 0 ? '' : `?fila=${tipo === 'empresas' ? 'mesa' : 'pessoal'}`}`}
      >
        Ir para Envios
      </ButtonLink>
    </section>
  )
}

const NAMED = 2

function Depois({ tipo, semWhatsapp, acompanhantes, recusadas }: Done) {
  const others = semWhatsapp.length - NAMED
  const named = semWhatsapp.slice(0, NAMED)
  const isOfEmpresas = tipo === 'empresas'
  const rows = [
    {
      count: semWhatsapp.length,
      nome: 'sem WhatsApp',
      nota: others > 0 ? `${named.join(', ')} e mais ${grouped(others)}` : named.join(' e '),
      href: isOfEmpresas
        ? '/painel/empresas?mostrar=sem-whatsapp'
        : '/painel/convidados?mostrar=sem-resposta',
    },
    {
      count: acompanhantes,
      nome: acompanhantes === 1 ? 'acompanhante sem nome' : 'acompanhantes sem nome',
      nota: 'quem foi convidado escreve o nome ao confirmar',
      href: '/painel/convidados?mostrar=sem-resposta',
    },
    {
      count: recusadas,
      nome: recusadas === 1 ? 'ficou de fora' : 'ficaram de fora',
      nota: 'corrija na sua planilha e envie de novo, inteira: o que já entrou não muda',
      href: '?ver=recusadas',
    },
  ].filter(({ count }) => count > 0)
  if (rows.length === 0) return null
  return (
    <section>
      <h2>Depois</h2>
      <ul className="depois">
        {rows.map(({ count, nome, nota, href }) => (
          <li key={nome}>
            <b>{grouped(count)}</b>
            <span>
              {nome} <small>{nota}</small>
            </span>
            <a href={href}>
              Ver<span className="oculto">{` ${nome}`}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Where to go from a sheet that is done with. */
export function Onward({ tipo }: Pick<Done, 'tipo'>) {
  return (
    <p className="pagina">
      <ActLink href={`/painel/${tipo}`}>{`Ver ${tipo === 'empresas' ? 'as' : 'os'} ${tipo}`}</ActLink>
      <ActLink href="/painel/planilhas">Enviar outra planilha</ActLink>
    </p>
  )
}
