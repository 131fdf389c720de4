import type { ReactNode } from 'react'
import type { imagemOf } from '~/arte/arte.server'

type Arte = ReturnType<typeof imagemOf>

/** React's types do not know the attribute in lower case, nor its runtime in any other. */
const OWN: object = { fetchpriority: 'high' }

interface ImagemProps {
  arte: Arte
  alt: string
  href: string
}

/** The invitation as a single image that links to the form (specification, section 2). */
export function Imagem({ arte, alt, href }: ImagemProps) {
  return (
    <a className="imagem" href={href}>
      <Picture arte={arte} alt={alt} {...(arte.isOwn ? OWN : {})} />
    </a>
  )
}

function Picture({ arte, ...rest }: { arte: Arte; alt: string; loading?: 'lazy' }) {
  return (
    <picture>
      {arte.sources.map((source) => (
        <source key={source.srcSet} {...source} />
      ))}
      <img {...arte.img} {...rest} />
    </picture>
  )
}

interface QuadroProps extends ImagemProps {
  /** Stands above the picture. */
  children: ReactNode
}

/** The picture whole, before its stub. On wide screens an own one floats on itself, out of focus. */
export function Quadro({ children, ...imagem }: QuadroProps) {
  const { isOwn, img } = imagem.arte
  return (
    <div className={isOwn && img.width > img.height ? 'quadro' : 'quadro de-pe'}>
      {isOwn ? (
        <div className="fundo" aria-hidden="true">
          <Picture arte={imagem.arte} alt="" loading="lazy" />
        </div>
      ) : null}
      {children}
      <Imagem {...imagem} />
    </div>
  )
}

/** The head entries that fetch it before it is laid out. */
export const preloadsOf = ({ preloads }: Pick<Arte, 'preloads'>) =>
  preloads.map((preload) => ({
    tagName: 'link' as const,
    rel: 'preload',
    as: 'image',
    fetchpriority: 'high',
    ...preload,
  }))
