"""The tests of the browser app: a package, so that all of them in a worker share one browser and no others do."""
