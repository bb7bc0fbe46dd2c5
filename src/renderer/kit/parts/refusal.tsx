/** Refusal in words, which a screen reader says at once. */
export const Refusal = ({ of }: { of: string }) => (
  <p class="refusal" role="alert">
    {of}
  </p>
);
