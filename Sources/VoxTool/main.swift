print("vox")
