#!/bin/sh
# Builds the folder of the program with its own Node.js: tree.sh FOLDER PACKAGE OF THE PROGRAM. A folder whose name ends with linux-x64
# has bin/, lib/ and share/, as below a prefix such as /usr/local; another one, for Windows, has svcapi.cmd and lib/.
set -eu
tree=$1 package=$2
work=$(dirname "$tree")
program=$tree/lib/svcapi
case $tree in
  *linux-x64) machine=linux-x64 node=linux license=linux file=node ;;
  *) machine=win32-x64 node=windows license=windowsLicense file=node.exe ;;
esac

# The program with the packages that it loads, in the versions of the lock file: once for both trees.
if [ ! -d "$work/program" ]; then
  mkdir "$work/program"
  tar -xf "$package" --strip-components=1 -C "$work/program"
  cp package-lock.json "$work/program"
  (cd "$work/program" && npm ci --omit=dev --ignore-scripts --no-audit --no-fund --prefer-offline --silent)
  rm "$work/program/package-lock.json"
  # Packages also contain settings of editors, types, sources in C, and builds for other C libraries.
  find "$work/program/node_modules" -regextype posix-extended -mindepth 1 \
    -regex '.*/(\.[^/]*|tests?|[^/]*\.(map|[cm]?ts|c|cc|h|gyp|gypi|html|sh|markdown|musl\.node))' -prune -exec rm -rf {} +
  find "$work/program/node_modules" -type d -empty -delete
  find "$work/program/node_modules" -type f -exec chmod a-x {} +
fi
mkdir -p "$tree/lib"
cp -r "$work/program" "$program"
cp "$program/LICENSE" "$program/CHANGELOG.md" "$tree"
# Its links are those of the folder of the program.
sed -E 's#\]\(([A-Za-z]+[./)])#](lib/svcapi/\1#g' "$program/README.md" >"$tree/README.md"
find "$program/node_modules/@photostructure/sqlite/prebuilds" -mindepth 1 -maxdepth 1 ! -name "$machine" -exec rm -r {} +
for name in "$node" "$license"; do
  [ -d "$work/$name" ] || node tools/release/node-binary.js "$name" "$work/$name"
done
install -m 755 "$work/$node/bin/$file" "$tree/lib"
cp "$work/$license/LICENSE" "$tree/lib/node.LICENSE"

if [ "$machine" = win32-x64 ]; then
  rm -r "$program/man"
  printf '@"%%~dp0lib\\node.exe" "%%~dp0lib\\svcapi\\dist\\svcapi.cjs" %%*\r\n' >"$tree/svcapi.cmd"
else
  mkdir -p "$tree/bin" "$tree/share/man"
  mv "$program/man" "$tree/share/man/man1"
  # It starts the program with the Node.js beside it, from wherever its folder is, also through a symbolic link.
  cat >"$tree/bin/svcapi" <<'END'
#!/bin/sh
self=$0
while [ -h "$self" ]; do
  link=$(readlink -- "$self")
  case $link in
    /*) self=$link ;;
    *) self=${self%/*}/$link ;;
  esac
done
lib=${self%/*}/../lib
exec "$lib/node" "$lib/svcapi/dist/svcapi.cjs" "$@"
END
  chmod +x "$tree/bin/svcapi"
  complete() {
    mkdir -p "$(dirname "$tree/share/$2")"
    "$tree/bin/svcapi" completion "$1" >"$tree/share/$2"
  }
  complete bash bash-completion/completions/svcapi
  complete zsh zsh/site-functions/_svcapi
  complete fish fish/vendor_completions.d/svcapi.fish
fi
chmod -R u=rwX,go=rX "$tree"
