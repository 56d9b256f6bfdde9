@rem What `exec` of the scripts in package.json is to the shell of Windows, which has none.
@%*
