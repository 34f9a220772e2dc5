# capture.zsh FOLDER LINE: what zsh offers behind LINE, one a line, with the function that is in FOLDER.
# It types the line and a tab into a real zsh on a pseudo-terminal, and listens to what is added there.
zmodload zsh/zpty
setup=$(mktemp)
out=$(mktemp)
cat > $setup <<SETUP
PS1=
unset zle_bracketed_paste
fpath=($1 \$fpath)
autoload -U compinit
compinit -u -D
bindkey '^I' complete-word
finish() { exit }
comppostfuncs=(finish)
compadd() {
  local -a hits
  if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)* ]]; then builtin compadd "\$@"; return; fi
  builtin compadd -A hits "\$@"
  print -rl -- \$IPREFIX\${^hits} >> $out
  builtin compadd "\$@"
}
print READY
SETUP
zpty z zsh -f -i
zpty -w z "source $setup"
while zpty -r z line; do [[ $line == READY* ]] && break; done
zpty -w -n z "$2"$'\t'
while zpty -r z line; do :; done
cat $out
rm $out $setup
