from setuptools import find_packages, setup

package_name = "pred_learning"

setup(
    name=package_name,
    version="0.1.0",
    packages=find_packages(exclude=["test", "test.*"]),
    package_data={package_name: ["py.typed", "data/*.json", "looks/*.json"]},
    data_files=[
        ("share/ament_index/resource_index/packages", ["resource/" + package_name]),
        ("share/" + package_name, ["package.xml"]),
    ],
    install_requires=["setuptools", "numpy", "onnx", "onnxruntime", "pillow", "PyYAML", "scipy", "tqdm"],
    zip_safe=False,
    maintainer="PRED maintainers",
    maintainer_email="maintainers@pred.invalid",
    description="What is learned beforehand, and judged: weights of words, examples of attributes, the detector",
    license="Apache-2.0",
    entry_points={"console_scripts": ["train = pred_learning.train:main"]},
)
